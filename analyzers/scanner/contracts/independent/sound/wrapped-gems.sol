pragma solidity ^0.8.18;

interface IGem {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
}

contract WrappedGems {
    IGem public immutable gem;
    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    constructor(IGem g) {
        gem = g;
    }

    function _mint(address to, uint256 n) internal {
        totalSupply += n;
        balanceOf[to] += n;
    }

    function wrap(address to, uint256 n) external {
        require(gem.transferFrom(msg.sender, address(this), n), "gem");
        _mint(to, n);
    }

    function unwrap(address to, uint256 n) external {
        balanceOf[msg.sender] -= n;
        totalSupply -= n;
        require(gem.transfer(to, n), "gem");
    }
}
