pragma solidity ^0.4.18;

library SafeMath {
    function mul(uint256 a, uint256 b) internal pure returns (uint256) {
        if (a == 0) return 0;
        uint256 c = a * b;
        assert(c / a == b);
        return c;
    }

    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        assert(b <= a);
        return a - b;
    }

    function add(uint256 a, uint256 b) internal pure returns (uint256) {
        uint256 c = a + b;
        assert(c >= a);
        return c;
    }
}

contract GiftToken {
    using SafeMath for uint256;

    mapping(address => uint256) public balanceOf;

    function GiftToken(uint256 supply) public {
        balanceOf[msg.sender] = supply;
    }

    function giftMany(address[] to, uint256 each) public {
        require(to.length <= 50);
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(each.mul(to.length));
        for (uint256 i = 0; i < to.length; i++) {
            balanceOf[to[i]] = balanceOf[to[i]].add(each);
        }
    }
}
