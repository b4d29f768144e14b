pragma solidity ^0.4.18;

contract GiftToken {
    mapping(address => uint256) public balanceOf;

    function GiftToken(uint256 supply) public {
        balanceOf[msg.sender] = supply;
    }

    function giftMany(address[] to, uint256 each) public {
        uint256 total = to.length * each; // expect: integer-overflow
        require(to.length <= 50);
        require(balanceOf[msg.sender] >= total);
        balanceOf[msg.sender] -= total;
        for (uint256 i = 0; i < to.length; i++) {
            balanceOf[to[i]] += each;
        }
    }
}
