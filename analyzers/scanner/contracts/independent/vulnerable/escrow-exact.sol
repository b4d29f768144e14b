pragma solidity ^0.7.5;

interface ICoin {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

contract EscrowExact {
    ICoin public immutable coin;
    address public immutable seller;
    address public immutable buyer;
    uint256 public immutable price;
    bool public released;

    constructor(ICoin c, address s, address b, uint256 p) {
        coin = c;
        seller = s;
        buyer = b;
        price = p;
    }

    function release() external {
        require(msg.sender == buyer, "buyer");
        uint256 held = coin.balanceOf(address(this));
        require(held == price, "not funded"); // expect: strict-balance
        released = true;
        require(coin.transfer(seller, price), "transfer");
    }
}
